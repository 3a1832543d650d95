import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { linkTo } from '#src/link-to.tsx';
import { CardLink } from '#src/ui/card.tsx';
import type { FirstStep } from './first-steps.ts';
import { stepsAhead } from './steps-ahead.ts';

interface FirstStepsProps {
  /** The company's points, which stand above the steps. */
  points: ReactNode;
  /** What stands there where nobody has to be told any steps. */
  otherwise: ReactNode;
}

/** The first steps of a company that has closed no project yet. */
export function FirstSteps({ points, otherwise }: FirstStepsProps) {
  const steps = useLiveQuery(stepsAhead, []);
  if (!steps) return otherwise;
  return (
    <>
      {points}
      <Steps steps={steps} />
    </>
  );
}

/** The steps, ticked off as they are taken: about as high as the figures that will stand there. */
function Steps({ steps }: { steps: readonly FirstStep[] }) {
  const id = useId();
  const words = useStepWords();
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-small font-medium text-ink-soft">
        <Trans>Three steps to your first points</Trans>
      </h2>
      <ol aria-labelledby={id} className="flex flex-wrap gap-3">
        {steps.map(({ name, isDone, path }, at) => (
          <li key={name} className="min-w-0 flex-1 basis-22">
            <CardLink
              tone={at === next ? 'info' : 'plain'}
              padded={false}
              className="h-full p-3"
              {...linkTo(path)}
            >
              <span className="flex min-h-[1lh] items-center text-title font-bold tnum">
                {isDone ? <Done /> : at + 1}
              </span>
              <span className="block text-caption break-long">{words[name]}</span>
            </CardLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Done() {
  return (
    <>
      <CircleCheck className="size-5 text-good" aria-hidden="true" />
      <span className="sr-only">
        <Trans>Done:</Trans>{' '}
      </span>
    </>
  );
}

function useStepWords(): Record<FirstStep['name'], string> {
  const { t } = useLingui();
  return {
    scan: t`Scan a label`,
    address: t`Choose an address`,
    close: t`Close the project`,
  };
}
