import type { CardStatus, ClubCard } from './club-card.ts';

/** Status of a company's club card as shown to its users (spec 2 §4). */
export type ClubCardState = 'none' | 'issued' | 'active' | 'inactive';

/** Maps the wire's status: an issued card waits for activation, and any status but active means unusable. */
export function clubCardStateOf(status: CardStatus | undefined): Exclude<ClubCardState, 'none'> {
  if (status === 'ACTIVE') return 'active';
  return status === 'ISSUED' ? 'issued' : 'inactive';
}

/** Status of the company's card; only an active card can be topped up. */
export function clubCardState({
  edenred_card,
  currentCard,
}: Pick<ClubCard, 'edenred_card' | 'currentCard'>): ClubCardState {
  return edenred_card === null ? 'none' : clubCardStateOf(currentCard?.status);
}
