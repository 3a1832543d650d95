import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { useServices } from '../services.ts';
import { browserPush, isPushSupported } from './browser-push.ts';
import { createPush, type Push, type PushState } from './push.ts';

/** Push messages to this device; null where the browser has none. */
export function usePush(): (Omit<Push, 'state' | 'load'> & { state: PushState }) | null {
  const { transport } = useServices();
  const { identity } = useAccount();
  const [push] = useState(() => createPush(browserPush, transport.call, identity.user_id));
  const state = useSyncExternalStore(push.state.subscribe, push.state.current);
  const isSupported = isPushSupported();
  useEffect(() => {
    // Offline the server is told with the next start.
    if (isSupported) push.load().catch(() => undefined);
  }, [push, isSupported]);
  return isSupported ? { state, turnOn: push.turnOn, turnOff: push.turnOff } : null;
}
