import type * as v from 'valibot';
import type { Call, ResultOf } from '#schemas/api/call.ts';
import { contractCalls } from '../outbox/contract-calls.ts';
import type { OutboxCall } from '../outbox/outbox-calls.ts';
import type { InputOf, Transport } from '../http/transport.ts';
import type { CallOptions } from '../http/exchange.ts';
import type { WireRequest } from './wire-format.ts';

/** Sends outbox requests through a page's transport. All methods throw CallError. */
export interface RequestSender {
  send<Name extends OutboxCall>(
    request: WireRequest<Name>,
  ): Promise<ResultOf<(typeof contractCalls)[Name]>>;
  /** Like `send`, but parses the response with another schema: for lists whose items are checked one by one. */
  sendWithSchema<S extends v.GenericSchema>(
    request: WireRequest,
    schema: S,
  ): Promise<v.InferOutput<S>>;
  /** Makes any other call. */
  call<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>>;
}

export function createRequestSender(transport: Transport, options: CallOptions): RequestSender {
  const prepare = ({ params, body, idempotencyKey }: WireRequest) => ({
    // Wire formats build requests that match the contract, but TypeScript can't link them to the
    // call here.
    input: { params, body } as never,
    callOptions: { ...options, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  });
  return {
    send<Name extends OutboxCall>(request: WireRequest<Name>) {
      const { input, callOptions } = prepare(request);
      return transport.call(contractCalls[request.call], input, callOptions);
    },
    sendWithSchema(request, schema) {
      const { input, callOptions } = prepare(request);
      return transport.callWithSchema(contractCalls[request.call], input, schema, callOptions);
    },
    call: (call, input) => transport.call(call, input, options),
  };
}
