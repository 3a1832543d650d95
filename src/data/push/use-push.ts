import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { useServices } from '../services.ts';
import { browserPush, isPushSupported, createPush, type Push, type PushState } from './push.ts';

/** State and actions of push messages on this device; null if unsupported. */
export function usePush(): (Omit<Push, 'state' | 'load'> & { state: PushState }) | null {
  const { transport } = useServices();
  const { identity } = useAccount();
  const [push] = useState(() => createPush(browserPush, transport.call, identity.user_id));
  const state = useSyncExternalStore(push.state.subscribe, push.state.current);
  const isSupported = isPushSupported();
  useEffect(() => {
    // An error is ignored, for example if the device is offline. The state is loaded again the next time that a screen
    // with this hook opens.
    if (isSupported) push.load().catch(() => undefined);
  }, [push, isSupported]);
  return isSupported ? { state, turnOn: push.turnOn, turnOff: push.turnOff } : null;
}
