import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import { callOperator, type InputOf } from './call-operator.ts';
import { toOperatorError } from './operator-error.ts';
import { refetchAll, SESSION_KEY } from './query-client.ts';
import { useConfirmWithPasskey } from './confirm-passkey.ts';

interface ActionOptions {
  /** Ids of calls to refetch, because the action changes their results. */
  readonly changes: readonly string[];
}

/**
 * Returns a mutation that sends an action with an idempotency key, so that a retry after a lost response has no
 * second effect. If the server requires the passkey, asks the operator for it and sends the action again. After
 * a conflict, refetches the screen; the action's form keeps its typed values.
 */
export function useOperatorAction<C extends OperatorCall>(call: C, { changes }: ActionOptions) {
  const client = useQueryClient();
  const confirmWithPasskey = useConfirmWithPasskey();
  /** An action that got no response. Retrying the same input reuses the key. */
  const unfinishedRequest = useRef<{ readonly input: string; readonly key: string } | null>(null);

  return useMutation<ResultOf<C>, Error, InputOf<C>>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      const key =
        unfinishedRequest.current?.input === text
          ? unfinishedRequest.current.key
          : crypto.randomUUID();
      unfinishedRequest.current = { input: text, key };
      const send = () => callOperator(call, input, { idempotencyKey: key });
      try {
        return await send().catch(async (error: unknown) => {
          if (!toOperatorError(error).needsPasskey) throw error;
          client.setQueryData(SESSION_KEY, await confirmWithPasskey());
          return send();
        });
      } catch (error) {
        if (!toOperatorError(error).isUncertain) unfinishedRequest.current = null;
        throw error;
      }
    },
    onError: (error) => {
      // Refetch everything, because `refetches` may omit a record that the action would have deleted.
      if (toOperatorError(error).isOutdated) void refetchAll(client);
    },
    onSuccess: async () => {
      unfinishedRequest.current = null;
      await client.invalidateQueries({
        predicate: ({ queryKey: [id] }) => changes.includes(String(id)),
      });
    },
  });
}
