import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CertificateDocument, CertifiedProducts as Group } from '#schemas/certificate.ts';
import { languageTag } from '#schemas/formatting-locale.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** The covered products by category, with quantity and warranty years (spec 2 §3). */
export function CertifiedProducts({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  return (
    <Section title={t`Products`}>
      {certificate.products.map((group) => (
        <CertifiedCategory key={group.category} group={group} language={certificate.language} />
      ))}
    </Section>
  );
}

/** One category. Names are in the certificate's language. */
export function CertifiedCategory({ group, language }: { group: Group; language: string }) {
  const { t } = useLingui();
  const yearsText = useYearsText();
  const warranty = yearsText(group.longevity);
  return (
    <Card as="section" padded={false}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-2">
        <h3 lang={languageTag(language)} className="min-w-0 font-semibold break-long">
          {group.name}
        </h3>
        <p className="text-small text-ink-soft tnum">{t`Warranty: ${warranty}`}</p>
      </div>
      <ul
        lang={languageTag(language)}
        aria-label={group.name}
        className="divide-y divide-line border-t border-line"
      >
        {group.products.map(({ name, quantity, details }) => (
          <li key={name} className="flex items-baseline gap-4 px-4 py-3">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-long">{name}</span>
              {details && (
                <span className="block text-small text-ink-soft break-long">{details}</span>
              )}
            </span>
            <span className="shrink-0 font-semibold tnum">{t`${plural(quantity, { one: '# item', other: '# items' })}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Returns a function that formats a warranty period: "1 year", "10 years". */
export function useYearsText(): (count: number) => string {
  const { t } = useLingui();
  return (count) => t`${plural(count, { one: '# year', other: '# years' })}`;
}
