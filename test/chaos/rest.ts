import type { TabChannel } from '#sync/ports.ts';

/** Freezes a page's script. */
export interface Rest {
  isSuspended(): boolean;
  begin(): void;
  /** Delivers the messages received meanwhile. */
  end(): void;
  /** Resolves once the script runs. */
  over(): Promise<void>;
  /** Wraps a channel so that it neither sends nor receives while frozen. */
  channel(real: TabChannel): TabChannel;
}

export function createRest(): Rest {
  const missed: (() => void)[] = [];
  let running: PromiseWithResolvers<void> | null = null;
  return {
    isSuspended: () => running !== null,
    begin() {
      running ??= Promise.withResolvers();
    },
    end() {
      const rested = running;
      running = null;
      for (const hear of missed.splice(0)) hear();
      rested?.resolve();
    },
    async over() {
      while (running !== null) await running.promise;
    },
    channel: (real) => ({
      post: (message) => (running === null ? real.post(message) : undefined),
      subscribe(listener) {
        let isOver = false;
        const hear = (message: unknown) => (isOver ? undefined : listener(message));
        const stop = real.subscribe((message) => {
          if (running === null) hear(message);
          else missed.push(() => hear(message));
        });
        return () => {
          isOver = true;
          stop();
        };
      },
      close: () => real.close(),
    }),
  };
}
