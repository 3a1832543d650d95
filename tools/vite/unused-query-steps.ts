/**
 * Replaces mingo's cursor and its sort and projection steps. RxDB only uses mingo to match
 * documents and sorts them itself.
 */
function throwUnused(): never {
  throw new Error('RxDB sorts and limits queries.');
}
export class Cursor {
  constructor() {
    throwUnused();
  }
}
export { throwUnused as $project, throwUnused as $sort };
