import { Trans } from '@lingui/react/macro';
import { isDecor } from '#schemas/roles.ts';
import { brand } from '#brand';
import { documentLinks } from '#src/app/brand-links.ts';
import { Card } from '#src/ui/layout/card.tsx';
import type { SignInRules } from './sign-in-steps.ts';

/** Pre-made terms for Czech and Slovak companies that joined before 2024-02 (spec 1 §5). */
export function TermsStep({ rules: { person } }: { rules: SignInRules }) {
  const links = documentLinks(person.region, isDecor(person.role.id));
  const { name, manufacturer } = brand;
  const company = person.company.name;
  return (
    <Card>
      <p className="break-long">
        <Trans>
          {company} takes part in {name} of {manufacturer}. The terms say how points are earned and
          spent, and how your data is used. Without them you can’t use the club.
        </Trans>
      </p>
      <a
        href={links.find(({ id }) => id === 'terms')?.href}
        target="_blank"
        rel="noreferrer"
        className="mt-2 inline-flex min-h-target items-center font-semibold text-info underline-offset-4 hover:underline"
      >
        <Trans>Read the terms</Trans>
      </a>
    </Card>
  );
}
