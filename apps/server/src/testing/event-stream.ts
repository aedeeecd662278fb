/** A server-sent event. */
interface ReadEvent {
  event: string | undefined;
  id: string | undefined;
  data: unknown;
}

/** Reads server-sent events over a real connection. */
export class EventStream {
  readonly response: Response;
  readonly #chunks: AsyncIterator<string>;
  /** The id that a client sends when it reconnects. */
  lastId = '';
  #text = '';

  private constructor(response: Response) {
    this.response = response;
    const texts = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
    this.#chunks = texts[Symbol.asyncIterator]();
  }

  static async open(url: string, token: string, lastId?: string): Promise<EventStream> {
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    return new EventStream(await fetch(url, { headers }));
  }

  /** Returns the next event, or undefined once the server has ended the stream. */
  async #next(): Promise<ReadEvent | undefined> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#text += value;
    }
    const end = this.#text.indexOf('\n\n');
    const lines = this.#text.slice(0, end).split('\n');
    this.#text = this.#text.slice(end + 2);
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [event, id, data] = [field('event'), field('id'), field('data')];
    this.lastId = id ?? this.lastId;
    return { event, id, data: data === undefined ? undefined : JSON.parse(data) };
  }

  /** Returns the first event that fits. Throws if the stream ends before. */
  async until<T>(fits: (data: T) => boolean): Promise<T> {
    for (let read = await this.#next(); read; read = await this.#next())
      if (read.event !== undefined && fits(read.data as T)) return read.data as T;
    throw new Error('The stream has ended.');
  }

  /** Settles when the server has ended the stream. */
  async ended(): Promise<void> {
    while (await this.#next());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
