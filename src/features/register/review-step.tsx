import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Pencil } from 'lucide-react';
import { documentLinks } from '#src/app/brand-links.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { RegistrationStepId } from './registration-draft.ts';
import { stepProblems, registrationSteps } from './registration-rules.ts';
import { useReviewSections } from './review-sections.tsx';
import type { StepProps } from './step-props.ts';
import { useFieldProblemText } from './use-field-problem-text.ts';

interface ReviewStepProps extends StepProps {
  onEdit: (step: RegistrationStepId) => void;
}

/** Last step: a summary with edit buttons, and the terms. */
export function ReviewStep({ draft, rules, problems, isDecor, onChange, onEdit }: ReviewStepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  const steps = registrationSteps(draft, rules);
  const sections = useReviewSections(draft, rules).filter(({ step }) => steps.includes(step));
  return (
    <>
      {sections.map(({ step, title, items }) => (
        <Card as="section" key={step} aria-labelledby={`review-${step}`}>
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 id={`review-${step}`} className="min-w-0 text-title font-semibold break-long">
              {title}
            </h2>
            <div className="-my-2 -me-2">
              <IconButton
                label={t`Change: ${title}`}
                icon={<Pencil />}
                onClick={() => onEdit(step)}
              />
            </div>
          </div>
          <DetailList items={items} />
          {Object.values(stepProblems(step, draft, rules)).map((problem, at) => (
            <p key={at} className="mt-2 flex gap-1.5 text-small font-medium text-bad">
              <CircleAlert className="mt-0.5 size-4 shrink-0" />
              <span className="break-long">{problemText(problem)}</span>
            </p>
          ))}
        </Card>
      ))}
      <Terms region={draft.region} isDecor={isDecor}>
        <CheckboxField
          label={t`I agree to the terms of the club and to its privacy notice.`}
          checked={draft.terms}
          error={problemText(problems.terms)}
          onChange={(event) => onChange({ terms: event.target.checked })}
        />
      </Terms>
    </>
  );
}

interface TermsProps {
  region: string;
  isDecor: boolean;
  children: React.ReactNode;
}

/**
 * Checkbox with separate links to the documents; inside the label they would be tapped by mistake.
 */
function Terms({ region, isDecor, children }: TermsProps) {
  const links = documentLinks(region, isDecor);
  const hrefOf = (id: 'terms' | 'privacy') => links.find((link) => link.id === id)?.href;
  const look =
    'inline-flex min-h-target items-center font-semibold text-info underline-offset-4 hover:underline';
  return (
    <div>
      {children}
      <p className="flex flex-wrap gap-x-5 ps-9">
        <a href={hrefOf('terms')} target="_blank" rel="noreferrer" className={look}>
          <Trans>Read the terms</Trans>
        </a>
        <a href={hrefOf('privacy')} target="_blank" rel="noreferrer" className={look}>
          <Trans>Read the privacy notice</Trans>
        </a>
      </p>
    </div>
  );
}
