/** The body that answers a data request to a hidden address of the desk (N108), by which the desk's frame knows it from any other 404. */
export const hiddenAnswer = 'hidden'
