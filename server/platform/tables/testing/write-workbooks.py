"""Writes workbooks by the libraries that people use: reads {"folder": ..., "books": [...]} from the standard input.

A book is a list of rows of cells: null, {"text": ...}, {"number": ...}, {"day": "2031-05-01"} or {"yes": true}.
"""

import datetime
import json
import sys

import openpyxl
import xlsxwriter

given = json.load(sys.stdin)


def value_of(cell):
    if cell is None:
        return None
    if "day" in cell:
        return datetime.date.fromisoformat(cell["day"])
    return next(iter(cell.values()))


def with_openpyxl(path, rows, streams):
    book = openpyxl.Workbook(write_only=streams)
    sheet = book.create_sheet("Crew") if streams else book.active
    for row in rows:
        sheet.append([value_of(cell) for cell in row])
    book.save(path)


def with_xlsxwriter(path, rows, streams):
    book = xlsxwriter.Workbook(path, {"constant_memory": streams})
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    sheet = book.add_worksheet("Crew")
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            value = value_of(cell)
            if isinstance(value, str):
                sheet.write_string(r, c, value)
            elif isinstance(value, datetime.date):
                sheet.write_datetime(r, c, value, day)
            elif value is not None:
                sheet.write(r, c, value)
    book.close()


for number, rows in enumerate(given["books"]):
    for name, write in (("openpyxl", with_openpyxl), ("xlsxwriter", with_xlsxwriter)):
        for streams in (False, True):
            write(f"{given['folder']}/{name}{'-streamed' if streams else ''}-{number}.xlsx", rows, streams)
