import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, LifeBuoy, Megaphone, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { isDecor, isMainCompanyRole, isOwner } from '#schemas/roles.ts';
import {
  documentLinks,
  type DocumentLink,
  marketingLinks,
  type MarketingLink,
  regionalLinks,
} from '#src/app/brand-links.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { ExternalLinkRow } from '#src/ui/lists/external-link-row.tsx';

/** Collapsible groups (spec 1 §2 "Menu"): settings, marketing, support, documents. */
export function MenuGroups() {
  const identity = useIdentity();
  if (!identity) return null;
  const { role, region } = identity;
  return (
    <div className="space-y-3">
      <SettingsGroup />
      {isMainCompanyRole(role) && <MarketingGroup region={region} />}
      <SupportGroup region={region} />
      {(isMainCompanyRole(role) || isOwner(role)) && (
        <DocumentsGroup region={region} isDecor={isDecor(role)} />
      )}
    </div>
  );
}

function SettingsGroup() {
  const { t } = useLingui();
  const canSee = useCanSee();
  const entries = [
    { link: paths.settingsLanguage(), title: <Trans>Language</Trans> },
    { link: paths.settingsFont(), title: <Trans>Font size</Trans> },
    { link: paths.settingsOther(), title: <Trans>Other settings</Trans> },
  ].filter(({ link }) => canSee(link));
  const visibleEntries =
    entries.length > 0 ? entries : [{ link: paths.settings(), title: <Trans>All settings</Trans> }];
  return (
    <Group title={<Trans>Settings</Trans>} icon={<Settings />}>
      <List label={t`Settings`} tone="bare">
        {visibleEntries.map(({ link, title }) => (
          <ListRow key={link.to} title={title} {...linkTo(link)} />
        ))}
      </List>
    </Group>
  );
}

const marketingLabels: Record<MarketingLink['id'], ReactNode> = {
  logos: <Trans>Download logos</Trans>,
  pictures: <Trans>Image library</Trans>,
  guide: <Trans>Brand guidelines</Trans>,
};

function MarketingGroup({ region }: { region: RegionCode }) {
  const { t } = useLingui();
  const links = useRegionalSettings()?.links;
  const canSee = useCanSee();
  return (
    <Group title={<Trans>Marketing</Trans>} icon={<Megaphone />}>
      <List label={t`Marketing`} tone="bare">
        {canSee(paths.marketing()) && (
          <ListRow
            title={<Trans>Order marketing material</Trans>}
            meta={
              preprintedRegionOf(region) === null && <Trans>Not available in your country</Trans>
            }
            {...linkTo(paths.marketing())}
          />
        )}
        {marketingLinks(region, links).map(({ id, href }) => (
          <ExternalLinkRow key={id} href={href} title={marketingLabels[id]} />
        ))}
      </List>
    </Group>
  );
}

function SupportGroup({ region }: { region: string }) {
  const { t } = useLingui();
  const links = useRegionalSettings()?.links;
  const canSee = useCanSee();
  const contact = regionalLinks(region, links).find(({ id }) => id === 'contact');
  return (
    <Group title={<Trans>Support</Trans>} icon={<LifeBuoy />}>
      <List label={t`Support`} tone="bare">
        {canSee(paths.supportChats()) && (
          <ListRow title={<Trans>Contact us</Trans>} {...linkTo(paths.supportChats())} />
        )}
        {contact && <ExternalLinkRow href={contact.href} title={<Trans>Contact</Trans>} />}
      </List>
    </Group>
  );
}

const documentLabels: Record<DocumentLink['id'], ReactNode> = {
  terms: <Trans>Club terms</Trans>,
  documents: <Trans>Documents for installers</Trans>,
  privacy: <Trans>Privacy</Trans>,
};

function DocumentsGroup({ region, isDecor: isDecorRole }: { region: string; isDecor: boolean }) {
  const { t } = useLingui();
  const links = useRegionalSettings()?.links;
  return (
    <Group title={<Trans>Documents</Trans>} icon={<FileText />}>
      <List label={t`Documents`} tone="bare">
        {documentLinks(region, isDecorRole, links).map(({ id, href }) => (
          <ExternalLinkRow key={id} href={href} title={documentLabels[id]} />
        ))}
      </List>
    </Group>
  );
}

function Group({
  title,
  icon,
  children,
}: {
  title: ReactNode;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Disclosure title={title} icon={icon}>
      {/* Rows extend to the edges of the card. */}
      <div className="-m-4">{children}</div>
    </Disclosure>
  );
}
