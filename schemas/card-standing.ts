import type { CardStatus, ClubCard } from './club-card.ts';

/** Where a company's card stands for its people (spec 2 §4). */
export type ClubCardState = 'none' | 'issued' | 'active' | 'inactive';

/** An issued card is still to be activated; what is neither that nor active is of no use. */
export function clubCardStateOf(status: CardStatus | undefined): Exclude<ClubCardState, 'none'> {
  if (status === 'ACTIVE') return 'active';
  return status === 'ISSUED' ? 'issued' : 'inactive';
}

/** Only an active card is topped up. */
export function clubCardState({
  edenred_card,
  currentCard,
}: Pick<ClubCard, 'edenred_card' | 'currentCard'>): ClubCardState {
  return edenred_card === null ? 'none' : clubCardStateOf(currentCard?.status);
}
