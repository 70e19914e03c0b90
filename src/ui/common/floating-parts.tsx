import { Check } from 'lucide-react';
import { DropdownMenu as Radix, Popover as Window, Slot, Tooltip as Tip } from 'radix-ui';
import { useCallback, useRef, useState, type ComponentProps } from 'react';
import { Kbd } from './labels';
import type { MenuItem, MenuProps, PointMenuProps, PopoverProps, TooltipProps } from './floating';
import styles from './floating.module.css';

/**
 * The landmark a trigger stands in: its menu opens there, so that nothing floats outside of all landmarks. From panes it opens
 * in the page's header: react-resizable-panels takes a press over a border of panes for itself, though a menu inside of them
 * is in front.
 */
function useLandmark(): [HTMLElement | undefined, (trigger: HTMLElement | null) => void] {
  const [landmark, setLandmark] = useState<HTMLElement>();
  const place = useCallback((trigger: HTMLElement | null) => {
    const inDialog = trigger?.closest('[role="dialog"]') != null;
    const isInPanes = trigger?.closest('[data-group]') != null;
    const found = isInPanes
      ? document.querySelector<HTMLElement>('header')
      : (trigger?.closest<HTMLElement>('main, aside') ?? trigger?.closest<HTMLElement>('header, footer'));
    setLandmark(inDialog ? undefined : (found ?? undefined));
  }, []);
  return [landmark, place];
}

interface ClickedProps extends ComponentProps<typeof Slot.Root> {
  /** True from a click on the button or in its menu on, until keys go on from there. */
  readonly isClicked: () => boolean;
  readonly setClicked: (is: boolean) => void;
}

/** A button that the space key presses only where keys led to it: behind a choice by mouse that key is the page's. */
function ClickedTrigger({ isClicked, setClicked, onKeyDown, ...rest }: ClickedProps) {
  return (
    <Slot.Root
      {...rest}
      onPointerDownCapture={() => setClicked(true)}
      onBlur={() => setClicked(false)}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !isClicked()) onKeyDown?.(event);
      }}
    />
  );
}

/** {@link Menu} once its parts are loaded. */
export function MenuParts(props: MenuProps) {
  const { trigger, items, label, align = 'start', side = 'bottom', width, onOpenChange, defaultOpen = false } = props;
  const [landmark, place] = useLandmark();
  const clicked = useRef(false);
  const setClicked = (is: boolean): void => {
    clicked.current = is;
  };
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={place}>
        <ClickedTrigger isClicked={() => clicked.current} setClicked={setClicked}>
          {trigger}
        </ClickedTrigger>
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          className={styles.menu}
          // A long menu scrolls, and what scrolls must be reachable by keyboard.
          tabIndex={0}
          style={{ minWidth: width }}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onPointerUpCapture={() => setClicked(true)}
          onKeyDownCapture={() => setClicked(false)}
        >
          <MenuRows items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** {@link PointMenu} once its parts are loaded: the menu hangs on an invisible point. */
export function PointMenuParts({ at, onClose, items, label }: PointMenuProps) {
  const [landmark, place] = useLandmark();
  return (
    <Radix.Root modal={false} open={at !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild ref={place}>
        <span aria-hidden className={styles.point} style={{ left: at?.x, top: at?.y }} />
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          className={styles.menu}
          align="start"
          collisionPadding={8}
          aria-label={label}
          key={`${at?.x} ${at?.y}`}
        >
          <MenuRows items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Choices are one group: at most one of them is ticked. */
function MenuRows({ items }: { readonly items: readonly MenuItem[] }) {
  const ticked = items.find((item) => 'checked' in item && item.checked);
  return (
    <Radix.RadioGroup value={ticked && 'id' in ticked ? ticked.id : ''}>
      {items.map((item) =>
        'heading' in item ? (
          <Radix.Label key={`heading ${item.heading}`} className={styles.heading}>
            {item.heading}
          </Radix.Label>
        ) : (
          <MenuRow key={item.id} item={item} />
        ),
      )}
    </Radix.RadioGroup>
  );
}

function MenuRow({ item }: { readonly item: Exclude<MenuItem, { heading: string }> }) {
  const inside = (
    <>
      <span className={styles.words}>
        <span>{item.label}</span>
        {item.hint !== undefined && <span className={styles.hint}>{item.hint}</span>}
      </span>
      {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
    </>
  );
  const { disabled = false, onSelect } = item;
  if (item.checked === undefined) {
    return (
      <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
        {inside}
      </Radix.Item>
    );
  }
  return (
    <Radix.RadioItem
      // A long list opens at what is chosen.
      ref={item.checked ? (row) => row?.scrollIntoView({ block: 'center' }) : undefined}
      className={styles.item}
      value={item.id}
      disabled={disabled}
      onSelect={onSelect}
    >
      <span className={styles.tick}>
        <Radix.ItemIndicator>
          <Check size={14} aria-hidden />
        </Radix.ItemIndicator>
      </span>
      {inside}
    </Radix.RadioItem>
  );
}

/** {@link Popover} once its parts are loaded. */
export function PopoverParts(props: PopoverProps & { readonly defaultOpen: boolean }) {
  const { trigger, label, children, side = 'bottom', align = 'start', open, onOpenChange, defaultOpen } = props;
  return (
    <Window.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Window.Trigger asChild>{trigger}</Window.Trigger>
      <Window.Portal>
        <Window.Content
          aria-label={label}
          className={styles.window}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Window.Content>
      </Window.Portal>
    </Window.Root>
  );
}

/** {@link Tooltip} once its parts are loaded. */
export function TooltipParts({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Tip.Provider delayDuration={400}>
      <Tip.Root>
        <Tip.Trigger asChild>{children}</Tip.Trigger>
        <Tip.Portal>
          <Tip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
            {shortcut !== undefined && <Kbd keys={shortcut} />}
          </Tip.Content>
        </Tip.Portal>
      </Tip.Root>
    </Tip.Provider>
  );
}
