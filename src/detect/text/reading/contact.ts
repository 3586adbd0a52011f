/** A word for a way to somebody, and the address. */
const CONTACT =
  /^\W*(?:(?:e-?)?mail|contact|correspondence|authors?|maintainers?|support|phone|tel|fax|web(?:site)?|home ?page|url|twitter|github)(?: (?:address|to|us(?: at)?))?\s*[:=]?\s*<?(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S+|\+?[\d ()-]{6,20})>?\W*$/i;

/** Where a document asks its readers to write to, with what they have to say. */
const ASKS_FOR_MAIL =
  /^(?!.*\b(?:env|keys?|tokens?|passwords?|credentials?|config\w*|logs?|dumps?|history|transcripts?|conversations?|chats?|files?|users?|their|customers?|clients?)\b)\W{0,6}(?:(?:any |general |further )?(?:questions?|comments?|suggestions?|feedback|corrections|bug reports?|patches)\b[^.;]{0,60}\b(?:should|may|can|must|are to) be (?:sent|addressed|directed|mailed|reported)\b|to reach\b|you (?:may|can) send (?:any )?(?:questions?|comments?|suggestions?|feedback|corrections|bug reports?|patches)\b|(?:instead,? |please |you (?:can|may|should) |to ){0,3}(?:report|disclose) (?:(?:any|all|security|potential|suspected|such|a|an|the|or) ){0,4}(?:vulnerabilit|bugs?\b|issues?\b|problems?\b|abuse\b|violations?\b)[^;]{0,40}\b(?:to|by|via|at|through|using)\b)|^\P{L}*(?:如果?(?:您|你)?(?:有|遇到)(?:任何)?(?:问题|疑问|反馈|建议|意见)|(?:問題|ご質問|ご意見|お問い合わせ)(?:が|は|など)|(?:문의|질문|의견)[^.]{0,6}(?:은|는|이|가|사항))[^。]{0,30}(?:邮件|邮箱|联系|メール|連絡|메일|연락)/u;

/** True for a sentence by which readers are asked to write, with nothing in it that they should not send. */
export function asksForMail(text: string): boolean {
  return ASKS_FOR_MAIL.test(text);
}

/** True for a sentence that says how somebody is reached, and nothing else. */
export function isContact(text: string): boolean {
  return CONTACT.test(text) || asksForMail(text);
}
