import { Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload, Coins, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#src/data/words/format.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Page } from '#src/ui/page.tsx';
import { MenuGroups } from './menu-groups.tsx';
import { MenuTiles } from './menu-tiles.tsx';
import { PersonAndCompany } from './person-and-company.tsx';
import { SignOutSheet } from './sign-out-sheet.tsx';

/** Everything that is not on the bar (spec 1 §2). */
export function MenuScreen() {
  const { t } = useLingui();
  const [signingOut, setSigningOut] = useState(false);
  usePageTitle(t`Menu`);
  return (
    <Page title={<Trans>Menu</Trans>}>
      <div className="space-y-7">
        <PersonAndCompany />
        <MenuTiles />
        <Links />
        <MenuGroups />
        <div className="space-y-4">
          <Button
            variant="secondary"
            fullWidth
            icon={<LogOut />}
            onClick={() => setSigningOut(true)}
          >
            <Trans>Sign out</Trans>
          </Button>
          <p className="text-center text-caption text-ink-soft tnum">
            <Trans>Version {__APP_VERSION__}</Trans>
          </p>
        </div>
      </div>
      <SignOutSheet isOpen={signingOut} onOpenChange={setSigningOut} />
    </Page>
  );
}

function Links() {
  const { t } = useLingui();
  const format = useFormat();
  const points = useSingleton('points');
  const { unsent } = useSyncStatus();
  return (
    <List label={t`Go to`}>
      <ListRow
        icon={<Coins />}
        title={<Trans>Points</Trans>}
        trailing={points && <span className="tnum">{format.points(points.company_points)}</span>}
        {...linkTo(paths.balance())}
      />
      <ListRow
        icon={<CloudUpload />}
        title={<Trans>Unsent work</Trans>}
        trailing={
          unsent !== null &&
          unsent.total > 0 && (
            <Badge tone={unsent.refusedTotal > 0 ? 'bad' : 'info'}>
              {unsent.refusedTotal > 0 ? (
                <Trans>{unsent.refusedTotal} refused</Trans>
              ) : (
                <Trans>{unsent.total} not sent</Trans>
              )}
            </Badge>
          )
        }
        {...linkTo(paths.scanOffline())}
      />
    </List>
  );
}
