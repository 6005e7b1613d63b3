type Handler = (event: never) => unknown;

/** The listeners of an element, by the name of the event. */
export function listeners() {
  const handlers = new Map<string, Map<Handler, { once: boolean }>>();
  const happened = new Map<string, unknown>();

  const emit = (type: string, event: unknown) => {
    for (const [handler, { once }] of [...(handlers.get(type) ?? [])]) {
      if (once) handlers.get(type)?.delete(handler);
      handler(event as never);
    }
  };

  return {
    emit,
    /** For events that happen once in an element's life: listeners added later are notified as well. */
    emitOnce: (type: string, event: unknown) => {
      if (happened.has(type)) return;
      happened.set(type, event);
      emit(type, event);
    },
    add: (type: string, handler: Handler, once = false) => {
      const ofType = handlers.get(type) ?? new Map<Handler, { once: boolean }>();
      handlers.set(type, ofType.set(handler, { once }));
      if (happened.has(type)) handler(happened.get(type) as never);
    },
    remove: (type: string, handler?: Handler) => {
      if (handler) handlers.get(type)?.delete(handler);
      else handlers.delete(type);
    },
    clear: () => handlers.clear(),
  };
}
