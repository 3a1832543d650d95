import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { loadGuide } from './write-guide.ts';

/** A country's product guide. */
export const guideHandlers = {
  async getProductGuide({ actor }, { db }) {
    const guide = await loadGuide(db, actor.region);
    if (guide === null) throw new ApiFailure('not_found');
    return guide;
  },
} satisfies Partial<Handlers>;
