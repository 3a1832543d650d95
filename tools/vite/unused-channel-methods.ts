/**
 * In place of broadcast-channel's ways to reach other tabs without `BroadcastChannel`: over IndexedDB,
 * over localStorage, and a pretended one. Every browser that runs the app has the real thing.
 */
const unused = (type: string) => ({ type, canBeUsed: () => false });
export const IndexedDBMethod = unused('idb');
export const LocalstorageMethod = unused('localstorage');
export const SimulateMethod = unused('simulate');
