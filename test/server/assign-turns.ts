import { randomUUID } from 'node:crypto';
import { type FastifyInstance } from 'fastify';

/** Assigns the next recovery turns to other devices. */
export function assignTurns(app: FastifyInstance, count: number): void {
  for (let index = 0; index < count; index += 1) {
    try {
      app.recovery.checkTurn({ sessionId: randomUUID() });
    } catch {
      // Rejected because it isn't this device's turn yet.
    }
  }
}
