import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import { callOperator, type InputOf } from './call-operator.ts';
import { toOperatorError } from './operator-error.ts';
import { refetchAll, SESSION_KEY } from './query-client.ts';
import { useConfirmWithPasskey } from './confirm-passkey.ts';
import {
  failRequest,
  finishRequest,
  isUnfinished,
  requestOf,
  startRequest,
} from './unfinished-requests.ts';
import type { FormDraft } from './use-form-draft.ts';

interface ActionOptions {
  /** Ids of the calls whose queries are refetched afterwards, because the action changes their results. */
  readonly refetches: readonly string[];
  /** Draft of the form that the action sends. It's deleted once the action has succeeded. */
  readonly draft?: Pick<FormDraft, 'clear'>;
}

/**
 * Returns a mutation that sends an action with an idempotency key, so that a retry after a lost response has no
 * second effect. If the server requires the passkey, asks the operator for it and sends the action again. After
 * a conflict, refetches the screen's data; the action's form keeps its typed values.
 */
export function useOperatorAction<C extends OperatorCall>(
  call: C,
  { refetches, draft }: ActionOptions,
) {
  const client = useQueryClient();
  const confirmWithPasskey = useConfirmWithPasskey();
  return useMutation<ResultOf<C>, Error, InputOf<C>>({
    mutationFn: async (input) => {
      const request = requestOf(call.id, input);
      const isRepeated = isUnfinished(request);
      const key = startRequest(request);
      const send = () => callOperator(call, input, { idempotencyKey: key });
      try {
        const result = await send().catch(async (error: unknown) => {
          if (!toOperatorError(error).needsPasskey) throw error;
          client.setQueryData(SESSION_KEY, await confirmWithPasskey());
          return send();
        });
        finishRequest(request);
        return result;
      } catch (error) {
        failRequest(request, toOperatorError(error), { isRepeated });
        throw error;
      }
    },
    onError: (error) => {
      // Refetch everything, because `refetches` may omit a record that the action would have deleted.
      if (toOperatorError(error).isOutdated) void refetchAll(client);
    },
    onSuccess: async () => {
      void draft?.clear();
      await client.invalidateQueries({
        predicate: ({ queryKey: [id] }) => refetches.includes(String(id)),
      });
    },
  });
}
