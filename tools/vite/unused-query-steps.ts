/**
 * Replaces mingo's cursor and its sort and projection steps. RxDB only uses mingo to match
 * documents and sorts them itself.
 */
function unused(): never {
  throw new Error('RxDB sorts and limits queries.');
}
export class Cursor {
  constructor() {
    unused();
  }
}
export { unused as $project, unused as $sort };
