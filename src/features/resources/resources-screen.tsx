import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, Globe, MessageCircleQuestionMark, Ruler } from 'lucide-react';
import type { ReactNode } from 'react';
import { regionalLinks, type BrandLink } from '#src/app/brand-links.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useIdentity } from '#src/data/account/use-session.ts';
import { List } from '#src/ui/lists/list.tsx';
import { ExternalLinkRow } from '#src/ui/lists/external-link-row.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Tutorials } from './tutorials.tsx';

/** `/resources`: the manufacturer's web pages for the country, and tutorials (spec 2 §2). */
export function ResourcesScreen() {
  const { t } = useLingui();
  usePageTitle(t`Resources`);
  return (
    <Page title={<Trans>Resources</Trans>}>
      <div className="space-y-7">
        <Links />
        <Section title={<Trans>Tutorials</Trans>}>
          <Tutorials />
        </Section>
      </div>
    </Page>
  );
}

const linkLabels: Record<BrandLink['id'], { title: ReactNode; icon: ReactNode }> = {
  website: { title: <Trans>Website</Trans>, icon: <Globe /> },
  technical: { title: <Trans>Installation instructions</Trans>, icon: <Ruler /> },
  catalogue: { title: <Trans>Product catalogue</Trans>, icon: <BookOpen /> },
  contact: { title: <Trans>Contact</Trans>, icon: <MessageCircleQuestionMark /> },
};

function Links() {
  const { t } = useLingui();
  const identity = useIdentity();
  if (!identity) return null;
  return (
    <List label={t`Pages on the web`}>
      {regionalLinks(identity.region).map(({ id, href }) => (
        <ExternalLinkRow key={id} href={href} {...linkLabels[id]} />
      ))}
    </List>
  );
}
