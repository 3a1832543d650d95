import { useLingui } from '@lingui/react/macro';
import type { SurveyStep } from '#schemas/survey-invitation.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useSurveyStep, useSurveyWords } from '#src/features/surveys/actions.ts';
import { dueSurvey } from '#src/features/surveys/queries.ts';
import { Card } from '#src/ui/card.tsx';
import { SurveyButtons } from '#src/ui/survey-buttons.tsx';
import { showToast } from '#src/ui/toast-store.ts';

/** The survey that the person is asked now: to open, to put off, to finish, or never. */
export function SurveyCard() {
  const { t } = useLingui();
  const survey = useLiveQuery(dueSurvey, []) ?? null;
  const words = useSurveyWords(survey);
  const isOffline = useConnection() !== 'online';
  const uuid = survey?.uuid ?? '';
  const stepSurvey = useSurveyStep();
  const errorWords = useErrorWords();
  const step = (next: SurveyStep) => {
    stepSurvey(uuid, next).catch((error: unknown) => {
      showToast({ tone: 'bad', message: errorWords(error) });
    });
  };
  if (!survey || !words) return null;
  return (
    <section aria-label={t`Survey`}>
      <Card tone="info">
        <h2 className="text-title font-bold break-long">{words.title}</h2>
        <p className="mt-1 break-long">{words.tagline}</p>
        <SurveyButtons
          href={words.href}
          isOffline={isOffline}
          isOpened={survey.interacted_at !== null}
          onStep={step}
        />
      </Card>
    </section>
  );
}
