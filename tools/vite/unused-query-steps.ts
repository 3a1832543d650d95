/**
 * In place of mingo's cursor and its steps that sort and project. RxDB only asks mingo whether a document matches;
 * the order comes from its own comparison.
 */
function unused(): never {
  throw new Error('Queries are sorted and cut by RxDB.');
}
export class Cursor {
  constructor() {
    unused();
  }
}
export { unused as $project, unused as $sort };
