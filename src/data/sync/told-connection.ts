import type { Connection, Connectivity } from '#sync/http/connectivity.ts';

/** So long the server has to be reachable until the screen stops saying that it is not, in ms. */
export const REACHABLE_FOR_MS = 2_000;

/**
 * The connection as a notice tells it: trouble at once, its end only when it has lasted. On a network
 * that carries one call and drops the next, the notice would come and go under the person's finger.
 */
export function toldConnection({
  state,
  subscribe,
}: Pick<Connectivity, 'state' | 'subscribe'>): Pick<Connectivity, 'state' | 'subscribe'> {
  let told: Connection = state();
  return {
    state: () => told,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = (connection: Connection) => {
        told = connection;
        listener(connection);
      };
      const stop = subscribe((connection) => {
        clearTimeout(timer);
        if (connection === 'online') timer = setTimeout(tell, REACHABLE_FOR_MS, connection);
        else tell(connection);
      });
      // What changed before somebody listened.
      told = state();
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
