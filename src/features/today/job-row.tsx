import { Trans, useLingui } from '@lingui/react/macro';
import { MapPinned, Package, Phone } from 'lucide-react';
import { phonesOf } from '#schemas/customer-phones.ts';
import { customerName } from '#schemas/customer-text.ts';
import { listProducts } from '#schemas/job-event.ts';
import { jobAddress, jobSubject } from '#schemas/jobs.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { callLink } from '#src/data/text/phone.ts';
import { mapLink } from '#src/features/_shared/contact/contact-links.tsx';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { AddToCalendar, LabelFor, pageOf, useEventTexts } from './add-to-calendar.tsx';
import type { MissingDetail, PlannedJob } from './day-plan.ts';

/**
 * A job: its address and customer, products to bring, missing details, and buttons to call and get directions.
 */
export function JobRow({ job, showsDate }: { job: PlannedJob; showsDate: boolean }) {
  const format = useFormat();
  const { project, customer, date } = job;
  const address = jobAddress(job);
  const name = customer && customerName(customer.customer_info);
  const dateText = showsDate && date !== null && format.day(date);
  return (
    <ListRow
      thumbnail={project ? <ProjectThumbnail project={project} /> : <Avatar name={name ?? ''} />}
      title={address || name}
      meta={<Facts facts={[address !== '' && (name ?? project?.name), dateText]} />}
      below={<JobDetails job={job} address={address} />}
      {...linkTo(pageOf(job))}
    />
  );
}

function JobDetails({ job, address }: { job: PlannedJob; address: string }) {
  const { t } = useLingui();
  const copy = useCopyToClipboard();
  const productList = listProducts(job.products, useEventTexts());
  const subject = jobSubject(job);
  const [phone] = job.customer ? phonesOf(job.customer) : [];
  const mapHref = address === '' ? null : mapLink(address, navigator.userAgent);
  return (
    <div className="space-y-2">
      <Products text={productList} />
      <MissingLink job={job} />
      <div className="flex flex-wrap gap-2 [&>*]:grow desk:[&>*]:grow-0">
        {phone !== undefined && (
          <LinkButton variant="secondary" icon={<Phone />} href={callLink(phone)}>
            <LabelFor subject={subject}>{t`Call`}</LabelFor>
          </LinkButton>
        )}
        {mapHref !== null && (
          <LinkButton variant="secondary" icon={<MapPinned />} href={mapHref}>
            <LabelFor subject={subject}>
              {t({ context: 'to the customer', message: 'Directions' })}
            </LabelFor>
          </LinkButton>
        )}
        {mapHref === null && address !== '' && (
          <Button
            variant="secondary"
            icon={<MapPinned />}
            onClick={() => void copy(address, t`Address copied`)}
          >
            <LabelFor subject={subject}>{t`Copy address`}</LabelFor>
          </Button>
        )}
        <AddToCalendar job={job} isInList />
      </div>
    </div>
  );
}

/** The products that the customer asked for. */
function Products({ text: list }: { text: string }) {
  if (list === '') return null;
  return (
    <p className="flex gap-2 text-small break-long">
      <Package className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      <span className="min-w-0">
        <Trans>Bring: {list}</Trans>
      </span>
    </p>
  );
}

/** Missing details, with a link to the page where they can be added. */
function MissingLink({ job }: { job: PlannedJob }) {
  const { t } = useLingui();
  if (job.missingDetails.length === 0) return null;
  const names: Record<MissingDetail, string> = {
    date: t`Installation date`,
    address: t`Address`,
    phone: t`Phone number`,
    products: t`Products`,
  };
  const list = job.missingDetails.map((name) => names[name]).join(', ');
  return (
    <TextLink {...linkTo(pageOf(job))}>
      <span className="text-small break-long">
        <Trans>Missing: {list}</Trans>
      </span>
    </TextLink>
  );
}
