import { useLingui } from '@lingui/react/macro';
import { Building2, CircleUser } from 'lucide-react';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { readablePhone } from '#src/data/words/phone.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';

/** Who is signed in, and for the main roles their company (spec 1 §6, "company card"). */
export function PersonAndCompany() {
  const { t } = useLingui();
  const self = useSingleton('self');
  if (!self) {
    return (
      <Skeleton label={t`Loading your profile`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  return (
    <List label={t`You and your company`}>
      <ListRow
        icon={<CircleUser />}
        title={`${self.name} ${self.surname}`}
        meta={self.email ?? (self.phone && readablePhone(self.phone))}
        {...linkTo(paths.user())}
      />
      {isMainCompanyRole(self.role.id) && (
        <ListRow
          icon={<Building2 />}
          title={self.company.name}
          meta={[self.company.address, self.company.city].filter(Boolean).join(', ')}
          {...linkTo(paths.company())}
        />
      )}
    </List>
  );
}
