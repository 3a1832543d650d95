/** Replaces broadcast-channel's fallbacks (IndexedDB, localStorage and simulation). All supported browsers have `BroadcastChannel`. */
const unused = (type: string) => ({ type, canBeUsed: () => false });
export const IndexedDBMethod = unused('idb');
export const LocalstorageMethod = unused('localstorage');
export const SimulateMethod = unused('simulate');
