import type { Fact } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

const COLUMNS = ['', 'max-w-3xl', 'lg:grid-cols-2', 'lg:grid-cols-3'];

/** What is said of the school, in the words of those who said it. */
export function Feedback({ voices, words }: { voices: readonly Fact[]; words: Words }) {
  const lang = useOwnLanguage();
  if (voices.length === 0) return null;
  return (
    <Section id="feedback" title={t('home.client_feedback')} lead={words.feedback}>
      <ul className={`grid gap-6 lg:gap-8 ${COLUMNS[voices.length]}`}>
        {voices.map((voice) => (
          <li key={voice._id}>
            <figure lang={lang} className="panel flex h-full flex-col p-7 lg:p-8">
              <span className="h-9 font-display text-7xl text-coral leading-none" aria-hidden="true">
                “
              </span>
              <blockquote
                dir="auto"
                className="wrap-anywhere mt-2 whitespace-pre-line font-display text-xl leading-relaxed lg:text-2xl lg:leading-relaxed"
              >
                {voice.words}
              </blockquote>
              {(voice.byline || voice.title) && (
                <figcaption className="wrap-anywhere mt-auto pt-6">
                  {voice.byline && <span className="block font-semibold">{voice.byline}</span>}
                  {voice.title && <span className="text-quiet text-sm">{voice.title}</span>}
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
