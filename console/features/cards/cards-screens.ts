import { msg } from '@lingui/core/macro';
import { CreditCard } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { cardSearch, cardsSearch } from './cards-search.ts';

export const cardsScreens: readonly ConsoleScreen[] = [
  {
    path: '/cards',
    title: msg`Club cards`,
    icon: CreditCard,
    right: 'orders.read',
    group: 'work',
    inNavigation: true,
    search: cardsSearch,
    load: () => import('./cards-screen.tsx').then(({ CardsScreen }) => ({ Screen: CardsScreen })),
  },
  {
    path: '/cards/$id',
    title: msg`Club card`,
    icon: CreditCard,
    right: 'orders.read',
    group: 'work',
    inNavigation: false,
    search: cardSearch,
    load: () => import('./card-screen.tsx').then(({ CardScreen }) => ({ Screen: CardScreen })),
  },
];
