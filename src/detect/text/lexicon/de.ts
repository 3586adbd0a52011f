import type { Lexicon } from './concepts.js';

/** German. */
export const de: Lexicon = {
  take: 'lies, lese, lesen, öffne, öffnen, sammle, sammeln, hole, kopiere, kopieren, extrahiere, lade, rufe ab, entnimm, suche, auslesen, einlesen',
  give: 'sende, senden, schicke, schicken, übergib, übergeben, übermittle, übermitteln, füge, einfügen, anhängen, hänge, lade hoch, hochladen, schreibe, gib, leite weiter, weiterleiten, trage, eintragen, packe, lege, setze, nimm auf, mitgeben, mitschicken, beifügen, übertrage, übertragen, poste, kopiere',
  run: 'führe, ausführen, starte, starten, rufe, aufrufen',
  fetch: 'lade, lade herunter, herunterladen, hole, rufe ab',
  follow: 'befolge, befolgen, folge, folgen, halte dich an, gehorche, richte dich',
  decode: 'dekodiere, entschlüssle, entschlüssele',
  disclose:
    'sag, sage, sagen, erwähne, erwähnen, verrate, verraten, informiere, informieren, zeige, zeigen, melde, melden, berichte, berichten, mitteilen, teile, erzähle, erzählen, benachrichtige, benachrichtigen, hinweisen, weise',
  hush: 'heimlich, still und leise, unbemerkt, verschweige, verschweigen, verheimliche, im stillen, stillschweigend, geheim, verberge, verbirg, wortlos, kommentarlos',
  claim: 'antworte, behaupte, sage, sag, melde',
  store: 'merke dir, merk dir, speichere, speichern',
  void: 'wirf weg, vergesst, ignoriert, ignoriere, ignorieren, missachte, vergiss, vergesse, vergessen, übergehe, überschreibe, setze außer kraft, verwirf, verwerfe, umgehe, hebe auf, gelten nicht, außer acht, beachte nicht',
  earlier:
    'vorherig*, vorige*, frühere*, bisherig*, obige*, alle, aller, vorangehend*, bisher, zuvor, ursprünglich*, vorangegangen*, bestehend*',
  instructions: 'anweisung*, regel, regeln, vorgabe*, instruktion*, befehl*, richtlinie*, einschränkung*, systemprompt*',
  secret:
    'private schlüssel, privaten schlüssel, privater schlüssel, zugangsdaten, anmeldedaten, umgebungsvariable*, zugriffstoken, zugriffsschlüssel, schlüsselbund, schlüsseldatei*, alle passwörter, seed-phrase, wiederherstellungsphrase',
  credential: 'passwort, passwörter, kennwort, kennwörter, schlüssel, geheimnis*',
  context: 'gespräch*, unterhaltung*, chatverlauf*, systemprompt*, verlauf*, zwischenablage, kontakte, adressbuch, konversation*',
  prompt: 'systemprompt*',
  slot: 'feld, argument*, parameter*, kopfzeile*, anfrage*, kommentar*, bemerkung*, notiz*',
  user: 'nutzer*, benutzer*, anwender*',
  negate: 'nicht, kein, keine, keinen, keinem, niemals, nie, ohne, nichts, niemandem, verboten, vermeide, unterlasse',
  every:
    'immer, jede, jedem, jeden, jeder, jedes, stets, zuerst, bevor du, vor dem aufruf, vor jedem, nach jedem, grundsätzlich, muss, musst',
  whole: 'ganze, ganzen, gesamte*, vollständig*, komplette*, wörtlich, alles',
  ask: 'frag, frage, fragen, rückfrage*, bestätigung*, bestätigen, nachfragen, nachfrage*, nachzufragen, rückzufragen, zu fragen, erlaubnis, zustimmung, genehmigung*',
  risky: 'lösche*, löschung*, löschen, bezahl*, überweis*, befehl*, ausführ*, kauf*, veröffentlich*, aktion*, zahlung*',
  consent:
    'hat zugestimmt, haben zugestimmt, bereits zugestimmt, hat eingewilligt, bereits genehmigt, vorab genehmigt, hat genehmigt, haben eingewilligt, einverstanden erklärt',
  broken: 'defekt*, kaputt*, unsicher*, veraltet*, unzuverlässig*, fehlerhaft*, funktioniert nicht',
  instead: 'stattdessen, statt, anstelle, an seiner stelle, anstatt, ersetzt, nur dieses',
  otherTools: 'andere werkzeuge, anderen werkzeuge, anderes werkzeug, andere tools, anderen tools, anderes tool',
  elsewhere: 'andere werkzeuge, anderen werkzeuge, anderes werkzeug, andere tools, anderen tools, anderen servers, anderer server, server',
  verdict: 'offline, sicher, speichert nichts, keine probleme, unbedenklich, keine daten',
  wipe: 'lösche, löschen, lösch, überschreibe, vernichte, entferne',
  precious: 'home-verzeichnis, heimatverzeichnis, sicherung*, backups, datenbank*, alle dateien, alle tabellen',
  memory: 'gedächtnis*, langzeitgedächtnis*, speicher',
  trust: 'vertrauenswürdig*, vertraut, genehmigt, ohne prüfung, keine prüfung',
  coerce: 'sonst, andernfalls, schlägt fehl, funktioniert nicht',
  recipient: 'empfänger*, kontonummer*, blindkopie*, bankverbindung*',
  unbound: 'ohne einschränkung*, uneingeschränkt*, ohne regeln',
  persona: 'verhalte dich wie, du bist jetzt, spiele die rolle, gib dich aus',
  mention:
    'angreifer*, schadcode, beispiel*, zum beispiel, z. b., angriff*, erkenn*, schädlich*, verdächtig*, ablehn*, muster, bösartig*, testfall*',
  agent: 'assistent*, modell*, agent*',
};
