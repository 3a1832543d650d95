import { accessHandlers } from './access/access-handlers.ts';
import { type Handlers } from './http/handler.ts';

/** Every call of the contract with the room that does its work. */
export const handlers: Partial<Handlers> = {
  ...accessHandlers,
};
