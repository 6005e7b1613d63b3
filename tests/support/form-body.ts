/** What a test sends: a body with a file in it as the form that carries one, any other as it is. */
export function bodyToSend(body: object): object {
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => value instanceof File)) return body;
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  return form;
}
