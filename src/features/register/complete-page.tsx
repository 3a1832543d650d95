import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '#src/data/text/format.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';

/** Confirmation with the welcome points and a link to sign in. */
export function CompletePage({ points }: { points: number }) {
  const { t } = useLingui();
  const { number } = useFormat();
  return (
    <>
      <StepHeading title={<Trans>Welcome to the club</Trans>} backLabel={t`Back`}>
        <Trans>Your company is registered. Sign in with your e-mail address or phone number.</Trans>
      </StepHeading>
      {points > 0 && (
        <div className="mb-8 rounded-card bg-surface-raised p-6 text-center card-rise">
          <PointsNumber
            value={points}
            format={number}
            unit={<Plural value={points} one="point" other="points" />}
          />
          <p className="mt-1 text-ink-soft">
            <Trans>Your welcome points</Trans>
          </p>
          <p className="mt-1 text-small text-ink-soft">
            <Trans>
              They are reserved for you until your company has been checked, or has closed its first
              project.
            </Trans>
          </p>
        </div>
      )}
      <LinkButton size="large" fullWidth href={hrefOf(paths.login())}>
        <Trans>Go to sign in</Trans>
      </LinkButton>
    </>
  );
}
