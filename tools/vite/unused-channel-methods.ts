/**
 * Replaces broadcast-channel's fallbacks (IndexedDB, localStorage and simulation). All supported browsers have
 * `BroadcastChannel`.
 */
const unusedMethod = (type: string) => ({ type, canBeUsed: () => false });
export const IndexedDBMethod = unusedMethod('idb');
export const LocalstorageMethod = unusedMethod('localstorage');
export const SimulateMethod = unusedMethod('simulate');
