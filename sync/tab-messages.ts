import type { TabChannel } from './ports.ts';
import type { LeaderStatus } from './status.ts';

/** What the tabs of one account tell each other; all of them are of one build. */
type TabMessage =
  | { readonly kind: 'wake' }
  | { readonly kind: 'hello' }
  | { readonly kind: 'status'; readonly status: LeaderStatus };

export interface TabMessages {
  /** Asks the leader, in whichever tab it is, to try everything now. */
  wake(): void;
  /** Asks the leader for its status. */
  hello(): void;
  status(status: LeaderStatus): void;
  close(): void;
}

export function openTabMessages(
  channel: TabChannel,
  on: { wake: () => void; hello: () => void; status: (status: LeaderStatus) => void },
): TabMessages {
  const post = (message: TabMessage) => channel.post(message);
  const stop = channel.subscribe((received) => {
    const message = received as TabMessage;
    if (message.kind === 'status') on.status(message.status);
    else on[message.kind]();
  });
  return {
    wake: () => post({ kind: 'wake' }),
    hello: () => post({ kind: 'hello' }),
    status: (status) => post({ kind: 'status', status }),
    close() {
      stop();
      channel.close();
    },
  };
}
