import type { CardStatus, ClubCard } from './club-card.ts';

/** Where a company's card stands for its people (spec 2 §4). */
export type CardStanding = 'none' | 'issued' | 'active' | 'inactive';

/** An issued card is still to be activated; what is neither that nor active is of no use. */
export function standingOf(status: CardStatus | undefined): Exclude<CardStanding, 'none'> {
  if (status === 'ACTIVE') return 'active';
  return status === 'ISSUED' ? 'issued' : 'inactive';
}

/** Only an active card is topped up. */
export function cardStanding({
  edenred_card,
  currentCard,
}: Pick<ClubCard, 'edenred_card' | 'currentCard'>): CardStanding {
  return edenred_card === null ? 'none' : standingOf(currentCard?.status);
}
