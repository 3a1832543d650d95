import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import { callOperator, type InputOf } from './call-operator.ts';
import { toOperatorError } from './operator-error.ts';
import { readAllAgain, SESSION_KEY } from './query-client.ts';
import { useConfirmWithPasskey } from './confirm-passkey.ts';

interface ActionOptions {
  /** Ids of calls whose results change, to be refetched. */
  readonly changes: readonly string[];
}

/**
 * Returns a mutation that sends an action with an idempotency key, so that a retry after a lost response has no
 * second effect. If the server requires the passkey, the operator confirms and the action is sent again. After a
 * conflict the screen is read again; the form of the action keeps what was typed.
 */
export function useOperatorAction<C extends OperatorCall>(call: C, { changes }: ActionOptions) {
  const client = useQueryClient();
  const confirmWithPasskey = useConfirmWithPasskey();
  /** An action without a response. Retrying the same input uses the same key. */
  const unfinished = useRef<{ readonly input: string; readonly key: string } | null>(null);

  return useMutation<ResultOf<C>, Error, InputOf<C>>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      const key = unfinished.current?.input === text ? unfinished.current.key : crypto.randomUUID();
      unfinished.current = { input: text, key };
      const send = () => callOperator(call, input, { idempotencyKey: key });
      try {
        return await send().catch(async (error: unknown) => {
          if (!toOperatorError(error).needsPasskey) throw error;
          client.setQueryData(SESSION_KEY, await confirmWithPasskey());
          return send();
        });
      } catch (error) {
        if (!toOperatorError(error).isUncertain) unfinished.current = null;
        throw error;
      }
    },
    onError: (error) => {
      // Not only `changes`: they may omit what the action would have deleted.
      if (toOperatorError(error).isOutdated) void readAllAgain(client);
    },
    onSuccess: async () => {
      unfinished.current = null;
      await client.invalidateQueries({
        predicate: ({ queryKey: [id] }) => changes.includes(String(id)),
      });
    },
  });
}
