import { ArrowLeft, Camera, LogOut, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Logo } from '#src/ui/media/logo.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Pagination } from '#src/ui/lists/pagination.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import type { GalleryPageProps } from './gallery.tsx';

export function ControlsPage({ words }: GalleryPageProps) {
  const [open, setOpen] = useState<Opened>();
  const [filter, setFilter] = useState('open');
  const [page, setPage] = useState(6);
  return (
    <Page
      title={words.project}
      subtitle={words.address}
      back={<IconButton label="Back" icon={<ArrowLeft />} href="?show=home" />}
      footer={
        <Button fullWidth icon={<Camera />} onClick={() => setOpen('sheet')}>
          {words.addProduct}
        </Button>
      }
    >
      <div className="space-y-7">
        <FilterChips
          label="Status"
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'open', label: words.waiting, count: 12 },
            { value: 'review', label: words.inReview, count: 3 },
            { value: 'closed', label: words.sending },
            { value: 'lost', label: words.refused },
          ]}
        />
        <Buttons words={words} onOpen={setOpen} />
        <Badges words={words} />
        <Surfaces words={words} />
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
      <Sheets words={words} open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

type Opened = 'sheet' | 'side' | 'confirm';
type WithWords = Pick<GalleryPageProps, 'words'>;

function Buttons({ words, onOpen }: WithWords & { onOpen: (what: Opened) => void }) {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onOpen('sheet')}>{words.save}</Button>
        <Button variant="secondary" onClick={() => onOpen('side')}>
          {words.cancel}
        </Button>
        <Button variant="quiet">{words.cancel}</Button>
        <Button variant="danger" icon={<Trash2 />} onClick={() => onOpen('confirm')}>
          {words.remove}
        </Button>
        <Button busy>{words.sending}</Button>
        <Button variant="secondary" busy>
          {words.sending}
        </Button>
        <Button disabled>{words.save}</Button>
      </div>
      <Button fullWidth disabledReason={words.disabledReason}>
        {words.save}
      </Button>
      <LinkButton href="#link" fullWidth variant="secondary" icon={<LogOut />}>
        {words.cancel}
      </LinkButton>
      <div className="flex gap-2">
        <IconButton label="Settings" icon={<Settings />} variant="raised" />
        <IconButton label="Camera" icon={<Camera />} variant="solid" />
        <IconButton label="Busy" icon={<Camera />} busy />
        <Button
          variant="quiet"
          onClick={() =>
            showToast({
              message: words.offlineText,
              subject: null,
              tone: 'good',
              action: { label: words.cancel, onPress: () => undefined },
            })
          }
        >
          Toast
        </Button>
      </div>
    </Section>
  );
}

function Badges({ words }: WithWords) {
  return (
    <Section title="Badges">
      <div className="flex flex-wrap gap-2">
        <Badge tone="good">{words.save}</Badge>
        <Badge tone="warn">{words.inReview}</Badge>
        <Badge tone="bad">{words.refused}</Badge>
        <Badge tone="info">{words.sending}</Badge>
        <Badge>{words.waiting}</Badge>
      </div>
    </Section>
  );
}

/** Containers: tabs, cards, overlays. */
function Surfaces({ words }: WithWords) {
  return (
    <>
      <Tabs
        label="Balance"
        tabs={[
          { id: 'tiers', title: words.nav[0], content: <Card>{words.offlineText}</Card> },
          { id: 'sheet', title: words.inReview, content: <Card>{words.address}</Card> },
        ]}
      />
      <Card>
        <DetailList
          items={[
            { term: words.company, detail: words.project },
            { term: words.points, detail: <span className="tnum">1 240</span> },
            { term: words.nav[3], detail: words.offlineText },
          ]}
        />
      </Card>
      <Disclosure title={words.nav[4]} icon={<Settings />} meta="4">
        {words.offlineText}
      </Disclosure>
    </>
  );
}

interface SheetsProps extends WithWords {
  open: Opened | undefined;
  onClose: () => void;
}

function Sheets({ words, open, onClose }: SheetsProps) {
  const shut = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  return (
    <>
      <Sheet
        isOpen={open === 'sheet' || open === 'side'}
        onOpenChange={shut}
        placement={open === 'side' ? 'side' : 'centre'}
        title={words.emptyScans}
        description={words.emptyScansText}
        closeLabel="Close"
        footer={(close) => (
          <Button fullWidth onClick={close}>
            {words.save}
          </Button>
        )}
      >
        <p>{words.offlineText}</p>
      </Sheet>
      <ConfirmSheet
        isOpen={open === 'confirm'}
        onOpenChange={shut}
        title={words.remove}
        tone="danger"
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        onConfirm={onClose}
      >
        {words.removeText}
      </ConfirmSheet>
    </>
  );
}
