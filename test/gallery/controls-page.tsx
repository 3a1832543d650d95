import { ArrowLeft, Camera, LogOut, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Logo } from '#src/ui/media/logo.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Pagination } from '#src/ui/lists/pagination.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import type { GalleryPageProps } from './gallery-texts.ts';

export function ControlsPage({ texts }: GalleryPageProps) {
  const [open, setOpen] = useState<Overlay>();
  const [filter, setFilter] = useState('open');
  const [page, setPage] = useState(6);
  return (
    <Page
      title={texts.project}
      subtitle={texts.address}
      back={<IconButton label="Back" icon={<ArrowLeft />} href="?show=home" />}
      footer={
        <Button fullWidth icon={<Camera />} onClick={() => setOpen('sheet')}>
          {texts.addProduct}
        </Button>
      }
    >
      <div className="space-y-7">
        <FilterChips
          label="Status"
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'open', label: texts.waiting, count: 12 },
            { value: 'review', label: texts.inReview, count: 3 },
            { value: 'closed', label: texts.sending },
            { value: 'lost', label: texts.rejected },
          ]}
        />
        <Buttons texts={texts} onOpen={setOpen} />
        <Badges texts={texts} />
        <Surfaces texts={texts} />
        <Pagination
          page={page}
          lastPage={20}
          onPageChange={setPage}
          label="Pages"
          previousLabel="Previous"
          nextLabel="Next"
          pageLabel={(number) => `Page ${number}`}
        />
        <Logo withName />
      </div>
      <Sheets texts={texts} open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

type Overlay = 'sheet' | 'side' | 'confirm';
type WithTexts = Pick<GalleryPageProps, 'texts'>;

function Buttons({ texts, onOpen }: WithTexts & { onOpen: (overlay: Overlay) => void }) {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onOpen('sheet')}>{texts.save}</Button>
        <Button variant="secondary" onClick={() => onOpen('side')}>
          {texts.cancel}
        </Button>
        <Button variant="quiet">{texts.cancel}</Button>
        <Button variant="danger" icon={<Trash2 />} onClick={() => onOpen('confirm')}>
          {texts.remove}
        </Button>
        <Button busy>{texts.sending}</Button>
        <Button variant="secondary" busy>
          {texts.sending}
        </Button>
        <Button disabled>{texts.save}</Button>
      </div>
      <Button fullWidth disabledReason={texts.disabledReason}>
        {texts.save}
      </Button>
      <LinkButton href="#link" fullWidth variant="secondary" icon={<LogOut />}>
        {texts.cancel}
      </LinkButton>
      <div className="flex gap-2">
        <IconButton label="Settings" icon={<Settings />} variant="raised" />
        <IconButton label="Camera" icon={<Camera />} variant="solid" />
        <IconButton label="Busy" icon={<Camera />} busy />
        <Button
          variant="quiet"
          onClick={() =>
            showToast({
              message: texts.offlineText,
              subject: null,
              tone: 'good',
              action: { label: texts.cancel, onPress: () => undefined },
            })
          }
        >
          Toast
        </Button>
      </div>
    </Section>
  );
}

function Badges({ texts }: WithTexts) {
  return (
    <Section title="Badges">
      <div className="flex flex-wrap gap-2">
        <Badge tone="good">{texts.save}</Badge>
        <Badge tone="warn">{texts.inReview}</Badge>
        <Badge tone="bad">{texts.rejected}</Badge>
        <Badge tone="info">{texts.sending}</Badge>
        <Badge>{texts.waiting}</Badge>
      </div>
    </Section>
  );
}

/** Shows containers: tabs, cards and overlays. */
function Surfaces({ texts }: WithTexts) {
  return (
    <>
      <Tabs
        label="Balance"
        tabs={[
          { id: 'tiers', title: texts.nav[0], content: <Card>{texts.offlineText}</Card> },
          { id: 'sheet', title: texts.inReview, content: <Card>{texts.address}</Card> },
        ]}
      />
      <Card>
        <DetailList
          items={[
            { term: texts.company, detail: texts.project },
            { term: texts.points, detail: <span className="tnum">1 240</span> },
            { term: texts.nav[3], detail: texts.offlineText },
          ]}
        />
      </Card>
      <Disclosure title={texts.nav[4]} icon={<Settings />} meta="4">
        {texts.offlineText}
      </Disclosure>
    </>
  );
}

interface SheetsProps extends WithTexts {
  open: Overlay | undefined;
  onClose: () => void;
}

function Sheets({ texts, open, onClose }: SheetsProps) {
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  return (
    <>
      <Sheet
        isOpen={open === 'sheet' || open === 'side'}
        onOpenChange={onOpenChange}
        placement={open === 'side' ? 'side' : 'centre'}
        title={texts.emptyScans}
        description={texts.emptyScansText}
        closeLabel="Close"
        footer={(close) => (
          <Button fullWidth onClick={close}>
            {texts.save}
          </Button>
        )}
      >
        <p>{texts.offlineText}</p>
      </Sheet>
      <ConfirmSheet
        isOpen={open === 'confirm'}
        onOpenChange={onOpenChange}
        title={texts.remove}
        tone="danger"
        confirmLabel={texts.remove}
        cancelLabel={texts.cancel}
        onConfirm={onClose}
      >
        {texts.removeText}
      </ConfirmSheet>
    </>
  );
}
