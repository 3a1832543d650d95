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
  requestRefresh(reason: RefreshReason): void;
  /** Asks the leader to pull these collections. */
  requestPull(collections: readonly string[]): void;
  /** Asks the leader for its status. */
  requestStatus(): void;
  /** Sends this tab's status as the leader to the others. */
  sendStatus(status: LeaderStatus): void;
  close(): void;
}

export function openTabMessages(
  channel: TabChannel,
  handlers: {
    onRefreshRequest: (reason: RefreshReason) => void;
    onPullRequest: (collections: readonly string[]) => void;
    onStatusRequest: () => void;
    onStatus: (status: LeaderStatus) => void;
  },
): TabMessages {
  const post = (message: TabMessage) => channel.post(message);
  const stop = channel.subscribe((receivedMessage) => {
    const message = receivedMessage as TabMessage;
    if (message.kind === 'status') handlers.onStatus(message.status);
    else if (message.kind === 'wake') handlers.onRefreshRequest(message.reason);
    else if (message.kind === 'changed') handlers.onPullRequest(message.collections);
    else handlers.onStatusRequest();
  });
  return {
    requestRefresh: (reason) => post({ kind: 'wake', reason }),
    requestPull: (collections) => post({ kind: 'changed', collections }),
    requestStatus: () => post({ kind: 'hello' }),
    sendStatus: (status) => post({ kind: 'status', status }),
    close() {
      stop();
      channel.close();
    },
  };
}
