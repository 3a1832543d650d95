import type { TabChannel } from '#sync/ports.ts';

/** Freezes a page's script. */
export interface Suspension {
  isSuspended(): boolean;
  suspend(): void;
  /** Delivers the messages received in the meantime. */
  end(): void;
  /** Resolves once the script runs. */
  resumed(): Promise<void>;
  /** Wraps a channel so that it neither sends nor receives while frozen. */
  channel(real: TabChannel): TabChannel;
}

export function createSuspension(): Suspension {
  const queuedCallbacks: (() => void)[] = [];
  let running: PromiseWithResolvers<void> | null = null;
  return {
    isSuspended: () => running !== null,
    suspend() {
      running ??= Promise.withResolvers();
    },
    end() {
      const suspended = running;
      running = null;
      for (const deliver of queuedCallbacks.splice(0)) deliver();
      suspended?.resolve();
    },
    async resumed() {
      while (running !== null) await running.promise;
    },
    channel: (realChannel) => ({
      post: (message) => (running === null ? realChannel.post(message) : undefined),
      subscribe(listener) {
        let isClosed = false;
        const deliver = (message: unknown) => (isClosed ? undefined : listener(message));
        const stop = realChannel.subscribe((message) => {
          if (running === null) deliver(message);
          else queuedCallbacks.push(() => deliver(message));
        });
        return () => {
          isClosed = true;
          stop();
        };
      },
      close: () => realChannel.close(),
    }),
  };
}
