import { msg } from '@lingui/core/macro';
import { ClipboardList } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { surveySearch, surveysSearch } from './surveys-search.ts';

export const surveysScreens: readonly ConsoleScreen[] = [
  {
    path: '/surveys',
    title: msg`Surveys`,
    icon: ClipboardList,
    right: 'content.read',
    group: 'programme',
    inNavigation: true,
    search: surveysSearch,
    load: () =>
      import('./surveys-screen.tsx').then(({ SurveysScreen }) => ({ Screen: SurveysScreen })),
  },
  {
    path: '/surveys/$id',
    title: msg`Survey`,
    icon: ClipboardList,
    right: 'content.read',
    group: 'programme',
    inNavigation: false,
    search: surveySearch,
    load: () =>
      import('./survey-screen.tsx').then(({ SurveyScreen }) => ({ Screen: SurveyScreen })),
  },
];
