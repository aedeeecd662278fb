import type { CentralSystemActions, IdTagInfo } from '@bijli/ocpp/messages';

type SendLocalList = CentralSystemActions['SendLocalList'];

/** The list of tags that may charge while the charge point is offline, OCPP 1.6 section 3.5.2. */
export class LocalList {
  readonly #maxLength: number;
  #version = 0;
  #tags = new Map<string, IdTagInfo>();

  constructor(maxLength = 100) {
    this.#maxLength = maxLength;
  }

  /** 0 without a list. */
  get version(): number {
    return this.#version;
  }

  find(idTag: string): IdTagInfo | undefined {
    return this.#tags.get(idTag.toUpperCase());
  }

  /**
   * OCPP 1.6 section 5.15. A differential update must have a higher version than the list. A tag without a status is
   * removed.
   */
  take({ listVersion, updateType, localAuthorizationList = [] }: SendLocalList['request']): SendLocalList['answer'] {
    const isFull = updateType === 'Full';
    if (!isFull && listVersion <= this.#version) return { status: 'VersionMismatch' };
    const isIncomplete = isFull && localAuthorizationList.some(({ idTagInfo }) => !idTagInfo);
    const tags = new Map(isFull ? [] : this.#tags);
    for (const { idTag, idTagInfo } of localAuthorizationList)
      if (idTagInfo) tags.set(idTag.toUpperCase(), idTagInfo);
      else tags.delete(idTag.toUpperCase());
    if (listVersion <= 0 || isIncomplete || tags.size > this.#maxLength) return { status: 'Failed' };
    this.#tags = tags;
    this.#version = tags.size === 0 && isFull ? 0 : listVersion;
    return { status: 'Accepted' };
  }
}
