import type { TabChannel } from '../ports.ts';
import type { LeaderStatus } from '../status/status.ts';
import type { RefreshReason } from './refreshing.ts';

/** Messages between the tabs of one account, all of the same build. */
type TabMessage =
  | { readonly kind: 'wake'; readonly reason: RefreshReason }
  | { readonly kind: 'changed'; readonly collections: readonly string[] }
  | { readonly kind: 'hello' }
  | { readonly kind: 'status'; readonly status: LeaderStatus };

interface TabMessages {
  /** Asks the leader to retry and refetch everything now. */
  wake(reason: RefreshReason): void;
  /** Asks the leader to pull these collections. */
  changed(collections: readonly string[]): void;
  /** Asks the leader for its status. */
  hello(): void;
  status(status: LeaderStatus): void;
  close(): void;
}

export function openTabMessages(
  channel: TabChannel,
  on: {
    wake: (reason: RefreshReason) => void;
    changed: (collections: readonly string[]) => void;
    hello: () => void;
    status: (status: LeaderStatus) => void;
  },
): TabMessages {
  const post = (message: TabMessage) => channel.post(message);
  const stop = channel.subscribe((receivedMessage) => {
    const message = receivedMessage as TabMessage;
    if (message.kind === 'status') on.status(message.status);
    else if (message.kind === 'wake') on.wake(message.reason);
    else if (message.kind === 'changed') on.changed(message.collections);
    else on.hello();
  });
  return {
    wake: (reason) => post({ kind: 'wake', reason }),
    changed: (collections) => post({ kind: 'changed', collections }),
    hello: () => post({ kind: 'hello' }),
    status: (status) => post({ kind: 'status', status }),
    close() {
      stop();
      channel.close();
    },
  };
}
