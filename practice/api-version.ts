/**
 * The API version this stand-in speaks: the one pinned by the installed `stripe` package, and the one of
 * `description/checkout-api.json`. A test keeps the three alike.
 */
export const apiVersion = '2026-10-28.endive'
