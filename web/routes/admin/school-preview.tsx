import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ClientConfig } from '#contract/config/calls.ts';
import { t } from '#languages/t.ts';
import { paletteAttributes } from '#web/lib/page/colours.ts';
import { ConfigContext } from '#web/lib/page/config.ts';
import { SessionContext } from '#web/lib/session/session.ts';
import { type HomeData, HomeSections } from '#web/routes/home/sections.tsx';
import { SiteFooter } from '#web/routes/site/footer.tsx';
import { SiteHeader } from '#web/routes/site/header.tsx';

/** How wide the windows are in which a page is shown, in CSS pixels. */
const WINDOWS = [
  { label: 'school.on_phone', width: 390 },
  { label: 'school.on_desktop', width: 1280 },
] as const;

/** The home page as a visitor would see it with what is typed: the same pieces, in a window of their own. */
export function SchoolPreview({ config, data }: { config: ClientConfig; data: HomeData }) {
  const [width, setWidth] = useState<number>(390);
  return (
    <section aria-labelledby="preview">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview" className="text-subheading">
          {t('school.as_it_will_look')}
        </h2>
        <fieldset className="join" aria-label={t('school.shown_on')}>
          {WINDOWS.map((shown) => (
            <button
              key={shown.label}
              type="button"
              className={`btn btn-sm ${width === shown.width ? 'btn-primary' : 'btn-outline'}`}
              aria-pressed={width === shown.width}
              onClick={() => setWidth(shown.width)}
            >
              {t(shown.label)}
            </button>
          ))}
        </fieldset>
      </div>
      <Window width={width} colours={paletteAttributes(config.school.palette)}>
        <ConfigContext value={config}>
          <SessionContext value={{ state: 'signed-out' }}>
            {/* To look at: what leads elsewhere or changes something answers on the page itself. */}
            <div inert className="flex min-h-screen flex-col">
              <SiteHeader />
              <main className="flex-1">
                <HomeSections {...data} />
              </main>
              <SiteFooter />
            </div>
          </SessionContext>
        </ConfigContext>
      </Window>
    </section>
  );
}

/**
 * A document of its own, in which the pages' rules for small and large windows hold, shown as small as there
 * is room.
 */
function Window({
  width,
  colours,
  children,
}: {
  width: number;
  colours: ReturnType<typeof paletteAttributes>;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<Document>();
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current as HTMLDivElement);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!page) return;
    const { documentElement: root } = page;
    const { lang, dir } = document.documentElement;
    Object.assign(root, { lang, dir });
    root.dataset.theme = 'light';
    root.removeAttribute('data-palette');
    root.removeAttribute('style');
    if (colours['data-palette']) root.dataset.palette = colours['data-palette'];
    for (const [name, value] of Object.entries(colours.style ?? {})) root.style.setProperty(name, value);
  }, [page, colours]);

  const scale = Math.min(1, size.width / width);
  return (
    <div
      ref={box}
      className="h-[70vh] overflow-hidden rounded-card border border-base-300 bg-base-200 xl:h-[calc(100vh-14rem)]"
    >
      <iframe
        title={t('school.home_page_as_it_will_look')}
        srcDoc="<!DOCTYPE html><html lang='en'><head></head><body></body></html>"
        className="origin-top-left rtl:origin-top-right"
        style={{ width, height: size.height / (scale || 1), scale: String(scale) }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument) return;
          for (const sheet of document.head.querySelectorAll('style, link[rel="stylesheet"]'))
            contentDocument.head.append(sheet.cloneNode(true));
          setPage(contentDocument);
        }}
      />
      {page && createPortal(children, page.body)}
    </div>
  );
}
