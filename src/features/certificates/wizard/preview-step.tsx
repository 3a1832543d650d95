import { Plural, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressLine, countCertifiedProducts } from '#schemas/warranty-certificate.ts';
import { normaliseLines } from '#schemas/several-lines.ts';
import { normaliseLine } from '#schemas/single-line.ts';
import { displayEmail } from '#schemas/shown-email.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { CertifiedCategory } from '../certified-products.tsx';
import { useIssue } from './use-issue.ts';
import type { Wizard } from './use-wizard.ts';
import type { FilledDraft } from './certificate-form.ts';
import { IssueFooter } from './issue-footer.tsx';
import { WizardPage } from './wizard-page.tsx';
import type { StepProps } from './products-step.tsx';

/** Step 4: everything that will be printed, and the confirmation that it is correct (spec 2 §4). */
export function PreviewStep({ wizard, filled, catalogue }: StepProps) {
  const { t } = useLingui();
  const { draft, dispatch, isFinished } = wizard;
  const issuing = useIssue(wizard, filled);
  return (
    <WizardPage
      wizard={wizard}
      isIssuing={issuing.busy || isFinished}
      footer={
        <IssueFooter wizard={wizard} filled={filled} catalogue={catalogue} issuing={issuing} />
      }
    >
      <Products wizard={wizard} filled={filled} catalogue={catalogue} />
      <Part wizard={wizard} step={3} title={t`Customer`}>
        <Card>
          <Customer customer={filled.customer} />
        </Card>
      </Part>
      <Part wizard={wizard} step={3} title={t`Certificate`}>
        <Card>
          <Certificate wizard={wizard} filled={filled} />
        </Card>
      </Part>
      <Installer />
      <CheckboxField
        label={t`I have compared this with what was fitted, and it is right.`}
        checked={draft.confirmed}
        onChange={(event) => dispatch({ name: 'confirmed', confirmed: event.target.checked })}
      />
    </WizardPage>
  );
}

interface PartProps {
  wizard: Wizard;
  /** The step that edits this part. */
  step: 2 | 3;
  title: string;
  children: ReactNode;
}

function Part({ wizard: { dispatch }, step, title, children }: PartProps) {
  const { t } = useLingui();
  return (
    <Section
      title={title}
      link={
        <IconButton
          label={t`Change: ${title}`}
          icon={<Pencil />}
          onClick={() => dispatch({ name: 'went', step })}
        />
      }
    >
      {children}
    </Section>
  );
}

function Products({ wizard, filled, catalogue }: StepProps) {
  const { t, i18n } = useLingui();
  const sum = countCertifiedProducts(filled.products);
  return (
    <Part wizard={wizard} step={2} title={t`Products`}>
      {filled.products.map((group) => {
        const known = catalogue.find(({ slug }) => slug === group.category);
        if (!known) return null;
        const { name, longevity } = known;
        return (
          <CertifiedCategory
            key={group.category}
            group={{ ...group, name, longevity }}
            language={i18n.locale}
          />
        );
      })}
      <p className="font-semibold tnum">
        <Plural value={sum} one="# piece in all" other="# pieces in all" />
      </p>
    </Part>
  );
}

function Customer({ customer }: Pick<FilledDraft, 'customer'>) {
  const { t } = useLingui();
  const countries = useCountries();
  const country = countries.find(({ id }) => id === customer.country)?.name;
  const name = normaliseLine(customer.customer_name);
  return (
    <DetailList
      items={[
        ...(name === '' ? [] : [{ term: t({ context: 'person', message: 'Name' }), detail: name }]),
        { term: t`E-mail address`, detail: displayEmail(normaliseEmail(customer.customer_email)) },
        {
          term: t`Address`,
          detail: (
            <>
              {addressLine(customer)}
              <span className="block font-normal text-ink-soft">{country}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function Certificate({ wizard, filled }: Pick<StepProps, 'wizard' | 'filled'>) {
  const { t } = useLingui();
  const format = useFormat();
  const { customer, expiration_date: until } = filled;
  const note = normaliseLines(customer.note);
  return (
    <DetailList
      items={[
        { term: t`Issued`, detail: format.day(wizard.today) },
        { term: t`Valid until`, detail: until === '' ? '–' : format.day(until) },
        { term: t`Language`, detail: nativeLanguageName(customer.language) },
        ...(note === ''
          ? []
          : [{ term: t`Note`, detail: <span className="whitespace-pre-line">{note}</span> }]),
      ]}
    />
  );
}

/** The installing company, from its profile. */
function Installer() {
  const { t } = useLingui();
  const company = useSingleton('self')?.company;
  if (!company) return null;
  return (
    <Section title={t`Installer`}>
      <Card>
        <p className="break-long">
          <span className="block font-semibold">{company.name}</span>
          <span className="block">{company.address}</span>
          <span className="block">
            {company.postal_code} {company.city}
          </span>
        </p>
      </Card>
    </Section>
  );
}
