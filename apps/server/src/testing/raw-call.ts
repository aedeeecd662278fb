/** Makes one HTTP request without our own client. Returns the status and the unparsed body. */
export async function rawCall(
  url: string,
  call: string,
  { token = '', body, language }: { token?: string; body?: unknown; language?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(language && { 'accept-language': language }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
