declare module '@messageformat/core/compile-module.js' {
  import type MessageFormat from '@messageformat/core';

  /** The text of an ES module that exports the messages as functions. */
  export default function compileModule(format: MessageFormat, messages: Record<string, string>): string;
}
