import { Trans, useLingui } from '@lingui/react/macro';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import type { RegionId } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useShownCountry } from '#console/parts/use-country.ts';
import { countrySearch } from './country-search.ts';
import { LaunchChecklist } from './launch-checklist.tsx';
import { ProductValuesTab } from './product-values-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TiersTab } from './tiers-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

/** Settings of one country. */
export function CountryScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(countrySearch);
  const { region, choices } = useShownCountry('settings.read', search.region);
  return (
    <ScreenPage
      title={<Trans>Country</Trans>}
      description={<Trans>A country’s settings, and the parts that are missing.</Trans>}
      actions={
        choices.length > 0 && (
          <div className="w-56">
            <SelectField
              label={t`Shown country`}
              options={choices.map((id) => ({ value: String(id), label: countryText(i18n, id) }))}
              value={String(region)}
              onChange={({ target }) => changeSearch({ region: target.value })}
            />
          </div>
        )
      }
    >
      {region !== undefined && (
        <div className="p-4 pb-[calc(2.5rem+var(--toast-block))]">
          <CountryTabs
            key={region}
            region={region}
            tab={search.tab}
            onTabChange={(tab) => changeSearch({ tab })}
          />
        </div>
      )}
    </ScreenPage>
  );
}

interface CountryTabsProps {
  readonly region: RegionId;
  /** Selected tab, from the URL. Without a known tab, the first one is selected. */
  readonly tab: string | undefined;
  readonly onTabChange: (tab: string) => void;
}

function CountryTabs({ region, tab, onTabChange }: CountryTabsProps) {
  const { t } = useLingui();
  const canEdit = regionsWithRight(useSession(), 'settings.edit').includes(region);
  const tabs = [
    { id: 'checklist', title: t`Checklist`, content: <LaunchChecklist region={region} /> },
    { id: 'settings', title: t`Settings`, content: <SettingsTab {...{ region, canEdit }} /> },
    {
      id: 'products',
      title: t`Points for products`,
      content: <ProductValuesTab {...{ region, canEdit }} />,
    },
    { id: 'tiers', title: t`Levels`, content: <TiersTab {...{ region, canEdit }} /> },
    { id: 'versions', title: t`Versions`, content: <VersionsTab {...{ region, canEdit }} /> },
  ];
  const selectedTab = tabs.find(({ id }) => id === tab) ?? tabs[0];
  return (
    <Tabs
      className="grid gap-4"
      selectedKey={selectedTab?.id ?? ''}
      onSelectionChange={(key) => onTabChange(String(key))}
    >
      <TabList
        aria-label={t`Parts of the country`}
        className="flex flex-wrap gap-1 border-b border-line pb-2"
      >
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="inline-flex min-h-tool cursor-pointer items-center rounded-control px-3 text-small font-semibold text-ink outline-offset-2 hover:bg-surface-sunken data-selected:bg-inverse data-selected:text-inverse-ink data-selected:forced-color-adjust-none sunlight:underline"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="min-w-0 outline-offset-4">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
