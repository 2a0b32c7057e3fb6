/**
 * For the head, in few letters, since each page carries it: marks what did not come. base.css shows a failed picture as a patch; a file of
 * styles that is marked is followed by its sheets, one by one with the scripts. A page that lacks both stays as it is: read anew it would fail again
 * and again.
 */
export const failedFilesScript = `addEventListener('error',({target})=>target.setAttribute?.('data-failed',''),true)`

/**
 * Before the page's scripts: a picture that comes after all is unmarked, and a later page whose style sheet is gone, as after a new build,
 * is read anew.
 */
export const laterFailedFilesScript = `const first=location.pathname
addEventListener('load',({target})=>target.tagName==='IMG'&&target.removeAttribute('data-failed'),true)
addEventListener('error',({target})=>target.rel==='stylesheet'&&target.dataset.precedence!=='page'&&location.pathname!==first&&location.reload(),true)`
